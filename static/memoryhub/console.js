// Conveniences over forms and links that work without them.
(() => {
  const submit = (field) => field.form.requestSubmit();

  // Where a row of pages is wider than a phone, the one that is open is in sight.
  for (const row of document.querySelectorAll(".pages")) {
    const open = row.querySelector("[aria-current]");
    if (open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }

  // Search while typing, but never in the middle of a composition: half a Chinese word finds nothing.
  let timer = 0;
  const later = (event) => {
    if (!event.target.matches("[data-search]:not([data-search='enter'])") || event.isComposing) return;
    clearTimeout(timer);
    timer = setTimeout(submit, 350, event.target);
  };
  document.addEventListener("input", later);
  document.addEventListener("compositionend", later);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit-on-change]")) submit(event.target);
    const all = event.target.dataset.chooseAll;
    if (all) for (const one of document.getElementsByName(all)) one.checked = event.target.checked;
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

  // A button that copies a text says so for a moment. The clipboard of newer browsers is there with https alone.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
    if (!document.execCommand("copy") || button.textContent === button.dataset.copied) return;
    const label = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = label; }, 2000);
  });

  // A question that was fetched into a dialog is put over the page; its Cancel link closes it, as Escape does by itself.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches?.("dialog:not([open])")) event.target.showModal();
  });
  document.addEventListener("click", (event) => {
    const dialog = event.target.closest?.("[data-close]")?.closest("dialog[open]");
    if (!dialog) return;
    event.preventDefault();
    dialog.close();
  });

  // A slash goes to the search, Escape leaves the search, and an edit as its Cancel link does: never while composing.
  const isWriting = (element) => element.matches?.("input, textarea, select, [contenteditable]");
  const keys = {
    "/": (event) => {
      const search = document.querySelector("[data-search]");
      if (!search || isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      search.focus();
      search.select();
    },
    Escape: (event) => {
      if (event.target.matches?.("[data-search]")) event.target.blur();
      event.target.closest?.(".fact-edit")?.querySelector("[data-cancel]")?.click();
    },
  };
  document.addEventListener("keydown", (event) => {
    if (!event.isComposing && !event.defaultPrevented) keys[event.key]?.(event);
  });
})();
