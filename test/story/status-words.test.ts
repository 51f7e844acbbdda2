import { expect, test } from "bun:test";
import { classifier } from "../../lib/story/status-words.ts";

test.each(["DONE", "done", " Merged ", "COMPLETE", "Concluída", "concluida", "CONCLUÍDA", "Conclui\u0301da", "\tDONE\r"])(
  "'%s' is done",
  (word) => {
    expect(classifier()(word)).toBe("done");
  },
);

test.each(["PENDING", "in_progress", "PR_CREATED", "PR_APPROVED", "PR_MERGED", "FAILED", "BLOCKED", "UNKNOWN"])(
  "'%s' is known and not done",
  (word) => {
    expect(classifier()(word)).toBe("pending");
  },
);

test.each(["SUCCESS", "DEFERRED", "Concluída (see commit)", "DONE!", "done done", "", "constructor"])("'%s' is not known", (word) => {
  expect(classifier()(word)).toBe("unknown");
});

test("further done words come from the caller, in any case and composition", () => {
  const classify = classifier(["SUCCESS", "Finalizac\u0327a\u0303o"]);
  expect(["success ", "finalização", "DONE", "PENDING", "DEFERRED"].map(classify)).toEqual(["done", "done", "done", "pending", "unknown"]);
});

test("a word that is known as not done becomes done when the caller asks", () => {
  expect(classifier(["pr_merged"])("PR_MERGED")).toBe("done");
});
