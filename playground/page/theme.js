/**
 * Dark or light. A plain script, not a module: it has to run before the first paint, or a light
 * page would flash dark.
 */
(() => {
  const KEY = "playground-theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: light)");

  const apply = () => {
    root.dataset.theme = localStorage.getItem(KEY) ?? (system.matches ? "light" : "dark");
  };

  system.addEventListener("change", apply);
  window.toggleTheme = () => {
    localStorage.setItem(KEY, root.dataset.theme === "dark" ? "light" : "dark");
    apply();
  };
  apply();
})();
