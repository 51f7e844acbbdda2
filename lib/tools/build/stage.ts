/** Lays out an installation in a folder, for install.sh to take from: `stage.ts FOLDER TARGET standalone|multicall`. */
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { loadSkills } from "../skills.ts";
import { releaseFiles } from "./release-files.ts";

const [folder = "", target = "", layout = ""] = process.argv.slice(2);
const skills = await loadSkills();
const standalone = layout === "standalone" ? skills.map(({ name }) => name) : [];

rmSync(folder, { recursive: true, force: true });
for (const { path, executable, content } of releaseFiles({ target, skills, standalone })) {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  if ("link" in content) symlinkSync(content.link, place);
  else if ("file" in content) linkSync(content.file, place);
  else writeFileSync(place, content.text);
  if (executable) chmodSync(place, 0o755);
}
