/** What a binary of each target must be, for machines that are not here to run it. */
import { checkSignature } from "./check-signature.ts";
import { isElf, readElf } from "./elf.ts";
import { isMachO, readMachO } from "./mach-o.ts";

interface Expected {
  readonly format: "elf" | "mach-o";
  readonly architecture: "x64" | "arm64";
  readonly interpreter?: string;
  readonly needed: readonly string[];
}

const MAC_LIBRARIES = [
  "/usr/lib/libicucore.A.dylib",
  "/usr/lib/libresolv.9.dylib",
  "/usr/lib/libc++.1.dylib",
  "/usr/lib/libSystem.B.dylib",
];

const EXPECTED: Readonly<Record<string, Expected>> = {
  "linux-x64": glibc("x64", "/lib64/ld-linux-x86-64.so.2"),
  "linux-arm64": glibc("arm64", "/lib/ld-linux-aarch64.so.1"),
  "linux-x64-musl": musl("x64", "x86_64"),
  "linux-arm64-musl": musl("arm64", "aarch64"),
  "darwin-arm64": { format: "mach-o", architecture: "arm64", needed: MAC_LIBRARIES },
  "darwin-x64": { format: "mach-o", architecture: "x64", needed: MAC_LIBRARIES },
};

function glibc(architecture: Expected["architecture"], interpreter: string): Expected {
  const loader = interpreter.slice(interpreter.lastIndexOf("/") + 1);
  return {
    format: "elf",
    architecture,
    interpreter,
    needed: ["libc.so.6", loader, "libpthread.so.0", "libdl.so.2", "libm.so.6"],
  };
}

function musl(architecture: Expected["architecture"], machine: string): Expected {
  return {
    format: "elf",
    architecture,
    interpreter: `/lib/ld-musl-${machine}.so.1`,
    needed: ["libstdc++.so.6", `libc.musl-${machine}.so.1`],
  };
}

/** What is wrong with a binary for `target` that must hold `texts` in its script; empty when nothing is. */
export function binaryProblems(bytes: Uint8Array, target: string, texts: readonly string[]): readonly string[] {
  const want = Object.hasOwn(EXPECTED, target) ? EXPECTED[target]! : undefined;
  if (want === undefined) return [`unknown target ${target}`];
  const format = isElf(bytes) ? "elf" : isMachO(bytes) ? "mach-o" : "unknown";
  if (format !== want.format) return [`format is ${format}, not ${want.format}`];
  const found = format === "elf" ? readElf(bytes) : { ...readMachO(bytes), interpreter: undefined };
  return [
    ...differs("architecture", found.architecture, want.architecture),
    ...differs("interpreter", found.interpreter, want.interpreter),
    ...differs("libraries", [...found.needed].sort().join(" "), [...want.needed].sort().join(" ")),
    ...(format === "mach-o" ? signatureProblems(bytes, target) : []),
    ...["---- Bun! ----", ...texts]
      .filter((text) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(text) < 0)
      .map((text) => `the script is not in it: no '${text}'`),
  ];
}

/** Apple silicon starts only what is signed, if only by itself; on x86-64 a broken signature is worse than none. */
function signatureProblems(bytes: Uint8Array, target: string): readonly string[] {
  const report = checkSignature(bytes);
  if (target === "darwin-x64") return report === undefined ? [] : ["it is signed"];
  if (report === undefined) return ["it is not signed"];
  return [
    ...(report.adhoc && !report.hardenedRuntime ? [] : ["the signature is not an ad-hoc one"]),
    ...(report.coversAll ? [] : ["the signature does not cover the whole file"]),
    ...(report.wrongPages.length === 0 ? [] : [`the signature has ${report.wrongPages.length} wrong page hashes`]),
  ];
}

function differs(what: string, found: string | undefined, want: string | undefined): readonly string[] {
  return found === want ? [] : [`${what}: ${found ?? "none"}, not ${want ?? "none"}`];
}
