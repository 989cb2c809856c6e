/** What stands on a vertex: nothing, a limit of the mesh, an obstacle, or too little room. */
export const TAGS = Object.freeze({ free: 0, limit: 1, obstacle: 2, body: 3 });
