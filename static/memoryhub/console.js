// Conveniences over forms and links that work without them.
(() => {
  const submit = (field) => field.form.requestSubmit();

  // Search while typing, but never in the middle of a composition: half a Chinese word finds nothing.
  let timer = 0;
  const later = (event) => {
    if (!event.target.matches("[data-search]") || event.isComposing) return;
    clearTimeout(timer);
    timer = setTimeout(submit, 350, event.target);
  };
  document.addEventListener("input", later);
  document.addEventListener("compositionend", later);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit-on-change]")) submit(event.target);
  });

  // A request that never reached the server is said, not swallowed.
  const sayOffline = () => {
    const sentence = document.getElementById("offline");
    document.getElementById("toast").replaceChildren(sentence.content.cloneNode(true));
  };
  document.addEventListener("htmx:sendError", sayOffline);
  document.addEventListener("htmx:timeout", sayOffline);

  // What was just added stands in the list; the field is ready for the next one.
  document.addEventListener("fact-added", () => document.getElementById("add-fact")?.reset());

  // Escape leaves an edit as the Cancel link does.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.target.closest?.(".fact-edit")?.querySelector("[data-cancel]")?.click();
  });
})();
