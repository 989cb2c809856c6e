export {
  COORDINATE_RANGE,
  completeScene,
  type Goal,
  type Obstacle,
  parseScene,
  type Scene,
  type SceneInput,
  type SceneProblem,
  sceneJsonSchema,
  sceneProblems,
} from "./scene.js";
