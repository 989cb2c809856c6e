// A crowd of 300 that goes round and round in a hall: the same in Node and in pages, from source and from any build.

/**
 * Walks for some steps, or until other threads have done so many shares of the work; ends early where they are lost.
 *
 * @param {{ World: any, Crowd: any }} library
 * @param {object} options of the crowd
 * @param {{ steps?: number, helped?: number }} until
 */
export async function walkHall({ World, Crowd }, options, { steps = Infinity, helped = Infinity }) {
  const boundary = [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ];
  const polygon = [
    [18, 9],
    [22, 9],
    [22, 11],
    [18, 11],
  ];
  const crowd = new Crowd(new World({ boundary, obstacles: [{ polygon }] }), { seed: 7, ...options });
  const guide = ([x, y]) => {
    const length = Math.sqrt((x - 20) * (x - 20) + (y - 10) * (y - 10));
    return [(10 - y) / length, (x - 20) / length];
  };
  for (let i = 0; i < 300; i++)
    crowd.add({ position: [1.1 + (i % 30), 1 + 0.6 * Math.floor(i / 30)], guide });
  // Every step is shared out, whether that is worth it on this machine or not.
  if (crowd.engine.others) crowd.engine.others.sharing = null;
  const asked = crowd.threads;
  let k = 0;
  for (; k < steps && crowd.engine.helped < helped && crowd.threads === asked; k++) {
    crowd.step(0.05);
    // Workers of a page start, and all of them report, while nobody works.
    await new Promise((done) => setTimeout(done));
  }
  const { size, columns, threads, threadFaults } = crowd;
  const places = [...columns.x.subarray(0, size), ...columns.y.subarray(0, size)];
  const walk = { steps: k, places, threads, faults: [...threadFaults], helped: crowd.engine.helped };
  crowd.close();
  return walk;
}
