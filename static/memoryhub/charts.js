// Draws each canvas from the JSON beside it. What is drawn stands in the table below it as well, which is folded then.
(() => {
  if (!window.Chart) return;
  const root = document.documentElement;
  const language = root.lang || "en";
  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const drawn = [];

  const dataset = (one, told) => ({
    label: one.label,
    data: one.values,
    borderColor: colour(`--chart-${one.colour}`),
    backgroundColor: colour(`--chart-${one.colour}`),
    borderWidth: told.kind === "line" ? 2 : 0,
    pointRadius: one.values.length > 40 ? 0 : 3,
    spanGaps: false,
    maxBarThickness: 36,
  });

  const bound = (told) => ({
    type: "line",
    label: `${told.line.label}: ${told.line.value.toLocaleString(language)}${told.unit ? ` ${told.unit}` : ""}`,
    data: told.labels.map(() => told.line.value),
    borderColor: colour("--chart-line"),
    backgroundColor: colour("--chart-line"),
    borderDash: [6, 4],
    borderWidth: 2,
    pointRadius: 0,
  });

  // Full squares of one colour: a dashed frame around one reads as a fault.
  const plainLabels = (chart) =>
    Chart.defaults.plugins.legend.labels.generateLabels(chart).map((one) => ({ ...one, lineDash: [], lineWidth: 0 }));

  const axis = (extra) => ({
    ticks: { color: colour("--chart-text"), maxRotation: 0, autoSkipPadding: 12 },
    grid: { color: colour("--chart-grid") },
    border: { color: colour("--chart-grid") },
    ...extra,
  });

  const options = (told) => {
    const counts = axis({ beginAtZero: true, stacked: told.kind === "bar" });
    if (told.series.every((one) => one.values.every(Number.isInteger))) counts.ticks.precision = 0;
    if (told.top !== null) counts.max = told.top;
    if (told.unit) counts.title = { display: true, text: told.unit, color: colour("--chart-text") };
    const places = axis({ stacked: told.kind === "bar" });
    places.grid = { display: false };
    return {
      locale: language,
      maintainAspectRatio: false,
      animation: calm.matches ? false : { duration: 300 },
      indexAxis: told.lying ? "y" : "x",
      interaction: { mode: "index", axis: told.lying ? "y" : "x", intersect: false },
      scales: told.lying ? { x: counts, y: places } : { x: places, y: counts },
      plugins: {
        legend: {
          display: told.series.length > 1 || told.line !== null,
          position: "bottom",
          labels: { color: colour("--chart-text"), boxWidth: 14, boxHeight: 10, generateLabels: plainLabels },
        },
      },
    };
  };

  const draw = (canvas) => {
    const told = JSON.parse(document.getElementById(canvas.dataset.chart).textContent);
    const datasets = told.series.map((one) => dataset(one, told));
    if (told.line) datasets.push(bound(told));
    canvas.parentElement.hidden = false;
    return new Chart(canvas, { type: told.kind, data: { labels: told.labels, datasets }, options: options(told) });
  };

  const drawAll = () => {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    while (drawn.length) drawn.pop().destroy();
    for (const canvas of document.querySelectorAll("canvas[data-chart]")) drawn.push(draw(canvas));
  };

  for (const table of document.querySelectorAll("details[data-folds]")) table.open = false;
  drawAll();
  new MutationObserver(drawAll).observe(root, { attributes: true, attributeFilter: ["data-bs-theme"] });
})();
