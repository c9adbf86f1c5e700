import type { Plugin } from 'vite'

/** Preloads the two text fonts together with the script, instead of after the style sheet has been read. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        // The font of the text comes before that of the headings, which is four times as large.
        return [/figtree-latin-wght-normal.*\.woff2$/, /bricolage-grotesque-latin-opsz-normal.*\.woff2$/]
          .flatMap((font) => Object.keys(bundle ?? {}).filter((name) => font.test(name)))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}
