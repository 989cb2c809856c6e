// The page stays free while a worker simulates, measures and makes the report.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const bar = document.querySelector("progress");
const result = document.querySelector("#result");
document.querySelector("button").addEventListener("click", () => worker.postMessage("stop"));

worker.addEventListener("message", ({ data }) => {
  if (data.progress) {
    bar.value = data.progress.share;
    return;
  }
  bar.value = 1;
  result.textContent = JSON.stringify(data.summary, null, 2);
  const page = document.createElement("a");
  page.href = URL.createObjectURL(new Blob([data.html], { type: "text/html" }));
  page.textContent = "The report";
  document.body.append(page);
  document.body.dataset.done = "true";
});
worker.postMessage("two-rooms");
