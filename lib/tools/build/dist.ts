/**
 * Packs what `make matrix` built: `dist.ts FOLDER "TARGET …" "SKILL …"`. For each target two archives: all binaries with zstd, whose window is
 * longer than a binary, so that the runtime in each of them is stored once; and the multicall alone with gzip, for machines without zstd.
 * The same commit gives the same bytes: the clock is SOURCE_DATE_EPOCH, or the commit's.
 */
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip, createZstdCompress } from "node:zlib";
import { VERSION } from "../../version.ts";
import { loadSkills, ROOT } from "../skills.ts";
import { type Release, releaseFiles } from "./release-files.ts";
import { type Member, tar } from "./tar.ts";

const ZSTD = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 10,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};

/** Packs one release under a top folder of its own. */
async function pack(release: Release, packer: Transform, path: string): Promise<void> {
  const top = `x-skills-${VERSION}-${release.target}`;
  const members: readonly Member[] = releaseFiles(release).map((it) => ({ ...it, path: `${top}/${it.path}` }));
  await pipeline(Readable.from(tar(members, sourceDate())), packer, createWriteStream(path));
}

/** Seconds since the epoch: what the caller sets, or when the commit was made. */
function sourceDate(): number {
  const given = process.env.SOURCE_DATE_EPOCH ?? "";
  if (/^\d{1,11}$/.test(given)) return Number(given);
  if (given !== "") throw new Error(`SOURCE_DATE_EPOCH is '${given}', expected seconds since 1970`);
  const { exitCode, stdout } = Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: ROOT });
  return exitCode === 0 ? Number(stdout.toString()) : 0;
}

async function sha256(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return hasher.digest("hex");
}

if (import.meta.main) {
  const [folder = "", targets = "", standalone = ""] = process.argv.slice(2);
  const skills = await loadSkills();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sums: string[] = [];
  const done = async (name: string) => {
    sums.push(`${await sha256(join(folder, name))}  ${name}`);
    console.log(`${(statSync(join(folder, name)).size / 1e6).toFixed(1).padStart(7)} MB  ${name}`);
  };
  for (const target of targets.split(" ")) {
    const all = `x-skills-${VERSION}-${target}.tar.zst`;
    const one = `x-skills-${VERSION}-${target}.tar.gz`;
    await Promise.all([
      pack({ target, skills, standalone: standalone.split(" ") }, createZstdCompress(ZSTD), join(folder, all)),
      pack({ target, skills, standalone: [] }, createGzip({ level: 9 }), join(folder, one)),
    ]);
    await done(all);
    await done(one);
  }
  writeFileSync(join(folder, "install.sh"), readFileSync(join(ROOT, "install.sh")), { mode: 0o755 });
  await done("install.sh");
  writeFileSync(join(folder, "SHA256SUMS"), `${sums.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join("\n")}\n`);
}
