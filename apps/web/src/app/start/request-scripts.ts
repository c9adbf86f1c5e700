/** Requests the scripts that a prerendered page names with a `rel` that browsers do not know (`scripts/build-steps/prerender.ts`). */
export function requestScripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later-script]'))
    link.rel = 'modulepreload'
}
