// Light or dark as the person chose, otherwise as the system says; without scripts the latter stays light.
(() => {
  const root = document.documentElement;
  if (root.hasAttribute("data-bs-theme")) return;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => root.setAttribute("data-bs-theme", dark.matches ? "dark" : "light");
  apply();
  dark.addEventListener("change", apply);
})();
