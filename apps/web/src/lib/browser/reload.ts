/** Reloads the document from the server, like the browser's own button. */
export function reloadDocument() {
  window.location.reload()
}
