// A crowd in three.js that walks around a box which slides across its way.
//
// Wayfield plans on a plane: x to the right, y up on paper, metres. A scene of three.js has y up by default: plan
// (x, y) becomes (x, height, -y). Scenes with z up keep x and y: (x, y, height). `?up=z` shows the second.
import * as THREE from "three";
import { Crowd } from "wayfield/crowd";
import { PathMap } from "wayfield/pathmap";
import { World } from "wayfield/world";

const isZUp = new URLSearchParams(location.search).get("up") === "z";

/** A place on the plan, at some height above it, in three.js's coordinates. */
const place = ([x, y], height) =>
  isZUp ? new THREE.Vector3(x, y, height) : new THREE.Vector3(x, height, -y);

const WIDTH = 24;
const DEPTH = 14;
const world = new World({
  boundary: [
    [0, 0],
    [WIDTH, 0],
    [WIDTH, DEPTH],
    [0, DEPTH],
  ],
  goals: {
    exit: {
      segments: [
        [
          [WIDTH, 5],
          [WIDTH, 9],
        ],
      ],
    },
  },
});
const guide = new PathMap(world, { goals: ["exit"], radius: 0.25 });
const crowd = new Crowd(world);
for (let i = 0; i < 60; i++) crowd.add({ position: [1 + (i % 6), 1.5 + 1.2 * Math.floor(i / 6)], guide });

// The box: 2 x 4 m, sliding up and down between x = 14 and 16.
const box = (y) => ({
  polygon: [
    [14, y - 2],
    [16, y - 2],
    [16, y + 2],
    [14, y + 2],
  ],
});
const boxAt = (time) => DEPTH / 2 + 3 * Math.sin(time / 3);
const obstacle = crowd.addObstacle(box(boxAt(0)));

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(960, 600);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color("#eef1f5");
// Light comes from above, whichever way that is.
const light = new THREE.HemisphereLight("#ffffff", "#8899aa", 3);
light.position.copy(place([0, 0], 1));
scene.add(light);
const camera = new THREE.PerspectiveCamera(45, 960 / 600, 0.1, 200);
camera.up.copy(isZUp ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0, 1, 0));
camera.position.copy(place([WIDTH / 2, -12], 16));
camera.lookAt(place([WIDTH / 2, DEPTH / 2], 0));

/** A block of the plan's extent, standing on it. */
function block(width, depth, height, colour) {
  const size = isZUp ? [width, depth, height] : [width, height, depth];
  return new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshLambertMaterial({ color: colour }));
}
const floor = block(WIDTH, DEPTH, 0.1, "#d5dbe3");
floor.position.copy(place([WIDTH / 2, DEPTH / 2], -0.05));
const slider = block(2, 4, 1.2, "#c2571a");
scene.add(floor, slider);

const body = new THREE.CapsuleGeometry(0.25, 1.2);
// A capsule stands along y; with z up it is turned.
if (isZUp) body.rotateX(Math.PI / 2);
const people = new THREE.InstancedMesh(body, new THREE.MeshLambertMaterial({ color: "#2563a8" }), 60);
scene.add(people);
const matrix = new THREE.Matrix4();

function frame() {
  for (let k = 0; k < 3; k++) {
    crowd.moveObstacle(obstacle, box(boxAt(crowd.time + 0.05)));
    crowd.step(0.05);
  }
  slider.position.copy(place([15, boxAt(crowd.time)], 0.6));
  const { x, y } = crowd.columns;
  for (let i = 0; i < crowd.size; i++) people.setMatrixAt(i, matrix.setPosition(place([x[i], y[i]], 0.85)));
  people.count = crowd.size;
  people.instanceMatrix.needsUpdate = true;
  renderer.render(scene, camera);
  if (crowd.size > 0) requestAnimationFrame(frame);
  else document.body.dataset.done = "true";
}
frame();
