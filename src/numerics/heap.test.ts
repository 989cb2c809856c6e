import fc from "fast-check";
import { expect, test } from "vitest";
import { MinHeap } from "./heap.js";

test("pops in the order of a sorted list, whatever is pushed and popped in between (seed 1)", () => {
  const operations = fc.array(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(null)), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(operations, (list) => {
      const heap = new MinHeap(1);
      let model: number[] = [];
      list.forEach((key, i) => {
        if (key !== null) {
          heap.push(key, i);
          model.push(key);
        } else if (model.length > 0) {
          const least = Math.min(...model);
          expect(heap.key).toBe(least);
          expect(list[heap.pop()]).toBe(least);
          model.splice(model.indexOf(least), 1);
        }
        expect(heap.size).toBe(model.length);
      });
      heap.clear();
      model = [];
      expect(heap.key).toBe(Infinity);
    }),
    { seed: 1, numRuns: 300 },
  );
});
