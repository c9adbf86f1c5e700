import { build as bundleScript } from 'esbuild'
import type { Plugin } from 'vite'

/** Lets `src/app/start/load-in-parts.ts` load the application, instead of the script that needs all files at once. */
export function loadInParts(script: string): Plugin {
  return {
    name: 'load-in-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build made no shell')
        const html = String(page.source)
        const [entry = '', address = ''] =
          /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html) ?? []
        const { outputFiles } = await bundleScript({
          entryPoints: [script],
          bundle: true,
          minify: true,
          format: 'esm',
          target: 'es2022',
          write: false,
        })
        const source = outputFiles[0]?.text ?? ''
        const start = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source }))
        const preload = `<link rel="modulepreload" data-entry crossorigin href="${address}" nonce="__CSP_NONCE__">`
        page.source = html.replace(entry, () => `${entry.replace(address, `/${start}`)}\n    ${preload}`)
      },
    },
  }
}
