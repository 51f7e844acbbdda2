/** Reads a coverage report of any format that we know. */
import { DataError } from "../errors.ts";
import { readXml } from "../xml.ts";
import { readCobertura } from "./cobertura.ts";
import type { CoverageReport } from "./file-coverage.ts";
import { readGoProfile } from "./go-profile.ts";
import { readIstanbul } from "./istanbul.ts";
import { readJacoco } from "./jacoco.ts";
import { readLcov } from "./lcov.ts";

/** Tells the format by how the text begins; an empty file is a report of nothing. Throws `DataError` naming the report. */
export function readCoverage(text: string, name: string): CoverageReport {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("<")) return readXmlCoverage(start, name);
  if (start.startsWith("{")) return readIstanbul(start, name);
  if (/^mode: (?:set|count|atomic)\b/.test(start)) return readGoProfile(start);
  if (start === "" || /^(?:TN|SF|#)/.test(start)) return readLcov(start);
  throw new DataError(`Cannot read ${name}: neither lcov, Cobertura, JaCoCo, Istanbul JSON nor a Go profile`);
}

function readXmlCoverage(text: string, name: string): CoverageReport {
  const root = readXml(text, name);
  if (root.name === "coverage") return readCobertura(root);
  if (root.name === "report") return readJacoco(root);
  throw new DataError(`Cannot read ${name}: <${root.name}> is neither Cobertura nor JaCoCo`);
}
