/** Builds the web application into `dist/web`: hashed assets, each also compressed with brotli and gzip, and an index.html into which the server writes settings at every request. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build as bundleScript } from 'esbuild'
import { defineConfig, type Plugin } from 'vite'
import { reduceContractForBrowsers } from './vite/contract-for-browsers.ts'
import { kitStyles } from './vite/kit-styles.ts'
import { dropServerMessages } from './vite/server-messages.ts'
import { themeVariables } from './vite/theme-variables.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Writes a `.br` and a `.gz` file beside each text file of the output, so that the server need not compress them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|html|json|txt)$/.test(entry.name)) continue
        const file = join(entry.parentPath, entry.name)
        const bytes = readFileSync(file)
        // The server changes pages in every response (nonce, settings), so they are compressed then.
        if (bytes.length < 512 || entry.name.endsWith('.html') || existsSync(`${file}.br`)) continue
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Preloads the two text fonts together with the script, instead of after the style sheet has been read. */
function preloadFonts(): Plugin {
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

interface Sheet {
  nodes: object[]
  removeAll(): unknown
  append(node: unknown): unknown
}

interface FontFace {
  remove(): void
  toString(): string
  walkDecls(property: string, change: (line: { value: string }) => void): void
}

/** Removes fonts that a product in Spanish does not use, and puts the style sheets of the product into layers, so that utilities win. */
const ownStyles = {
  postcssPlugin: 'own-styles',
  OnceExit(sheet: Sheet, { result, atRule }: Helpers) {
    const file = result.opts.from ?? ''
    const layer = layers.find(([pattern]) => pattern.test(file))?.[1]
    if (layer === undefined) return
    const nodes = [...sheet.nodes]
    sheet.removeAll()
    sheet.append(atRule({ name: 'layer', params: layer, nodes }))
  },
  AtRule: {
    'font-face': (face: FontFace) => {
      if (face.toString().includes('vietnamese')) face.remove()
      // A preloaded font has mostly arrived by the first paint; `swap` would not wait for it.
      else
        face.walkDecls('font-display', (line) => {
          line.value = 'fallback'
        })
    },
  },
}

interface Helpers {
  result: { opts: { from?: string } }
  atRule(options: unknown): unknown
}

/** The layers of style sheets that are not written with utilities; their order is in `styles/theme.css`. */
const layers: [RegExp, string][] = [
  [/\.module\.css/, 'modules'],
  [/\/styles\/(portal|tokens|theme-variables)\.css/, 'base'],
  [/\/styles\/mantine\.css/, 'kit'],
]

/**
 * Modules that the patient's home page shares with the other pages on which visits begin, and parts of less than 0.7 kB that many pages use.
 * The styles of the help button are among them, because prerendered pages show the button before its script is loaded.
 */
const sharedParts =
  /\/(app\/theme-provider|contract\/src\/(appointments|clinic\/promise|family\/(members|requests))|people\/(people\.rules|visible-people\.queries)|help\/help-button\.module|lib\/browser\/(browser|popup)|ui\/(art\/logo|back-link|check-box|date-chip|draft-notice|emergency-line|empty-state|error-notice|initials|load-error|page-heading|phone-link|query-content|search-field|short-list-field|skeletons|video-link|wide-screen)|icons\/Icon(Calendar|CalendarOff|CalendarPlus|ChevronRight|Clock|MapPin|Stethoscope|Video|X))\.\w+$/

/** The schemas of forms, and what they are built with. */
const schemaParts =
  /\/node_modules\/zod\/|\/contract\/src\/((ad|alert)-draft|credentials|desk-requests|document-schemas|passkey-name|person-fields|publishing|solved-check|text|values\/(codes\/code-schema|date-schemas|email|ids|password|phone))\.ts$/

/** What the pages of a patient load once they are shown: the parts of the layout and of the home page that are not essential. */
const laterParts =
  /\/(help\/help-button|email\/email-(notice|question)|passkeys\/passkey-offer|survey\/survey-widget|offline\/offline-watch|news\/news-section|family\/group-links|booking\/usual-professionals|ads\/ad-carousel)\.tsx$/

/** Modules that several pages of the patient's menu share, for which each of these pages would request a dozen small files. */
const listParts =
  /\/(Accordion\/AccordionChevron|contract\/src\/exam-share-limits|appointments\/appointments\.rules|desk-requests\/(attached-files|desk-requests\.module|request-state)|exams\/(exams\.queries|awaited\/awaited-results)|people\/(record-banner|record-content|delegated\/delegated-people\.queries)|private-items\/private-(badge|control|items\.queries)|ui\/(confirm-dialog|dialogs\.module|existing-page|page-tabs|paged-table|result-dialog|status-badge))\.\w+$/

/** Modules that the reservation shares with the pages of appointments. */
const bookingParts =
  /\/(booking\/(booking\.queries|scheduling\.queries|booked-appointments\.queries|slots\/free-slots\.rules|waiting\/offers|preparation\/preparation)|ui\/professional-photo)\.\w+$/

/** Parts of forms, without the calendar, which is as large as all of them. */
const formParts =
  /\/(catalogues\/catalogue-field|ui\/(error-summary|field-row\.module|files-field|select-field|server-errors|text-area))\.\w+$/

/**
 * Which modules share a file, each with everything that it imports; a module belongs to the first group that needs it.
 * Without groups the modules that pages share would be cut into a hundred small files, which compress worse and cost a
 * request each. The first three files are the first visit: none is evaluated for long, so that the page answers a touch
 * in between.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'router', test: /\/node_modules\/@tanstack\/(react-router|router-core|history)\// },
  // The entry needs `trusted-markup` too, and every page the rules of document numbers; in another group, they would load that whole group.
  {
    name: 'pages',
    test: /\/src\/(app\/(router\.tsx|styles\/entry\.ts)|lib\/markup\/trusted-markup\.ts)$|\/contract\/src\/values\/document-number\.ts$/,
  },
  // What forms check their values with.
  { name: 'schemas', test: schemaParts },
  // Every page except the sign-in page needs these: the HTTP client and the query cache.
  { name: 'calls', test: /\/src\/.*\/(query-cache|signed-in|live-alerts)\.tsx?$/ },
  { name: 'changes', test: /\/react-query\/.*\/useMutation\.js$/ },
  { name: 'kit', test: sharedParts },
  // The first page after signing in, with the styles of a part of its prerendered page whose script is loaded later.
  {
    name: 'patient-home',
    test: /\/src\/(app\/(layouts\/patient|pages\/home\.page)\.tsx|features\/family\/group-links\.module\.css)$/,
  },
  // A few hundred bytes each, and every page asks for some of them.
  { name: 'icons', test: /@tabler\/icons-react/ },
  { name: 'lists', test: listParts },
  { name: 'booking-parts', test: bookingParts },
  { name: 'form-values', test: /\/node_modules\/(@hookform|react-hook-form)\// },
  { name: 'forms', test: formParts },
  { name: 'dates', test: /\/ui\/date-field\.tsx$/ },
  { name: 'patient-later', test: laterParts },
]

/** Lets `src/app/start/load-in-parts.ts` load the application, instead of the script that needs all files at once. */
function loadInParts(): Plugin {
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
          entryPoints: [join(root, 'src/app/start/load-in-parts.ts')],
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

/** The mode that builds the page for times without a connection (`scripts/build-steps/offline-page.ts`). */
const offlineMode = 'offline'

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root,
  // The bundle that prerenders pages (`src/app/start/prerender.tsx`) is only run by the build.
  plugins: isSsrBuild
    ? [tailwind(), react()]
    : mode === offlineMode
      ? [
          dropServerMessages(join(root, 'src')),
          reduceContractForBrowsers(),
          tailwind(),
          react(),
          preloadFonts(),
          precompress(),
        ]
      : [
          dropServerMessages(join(root, 'src')),
          reduceContractForBrowsers(),
          tailwind(),
          react(),
          kitStyles(),
          themeVariables(),
          preloadFonts(),
          loadInParts(),
          precompress(),
        ],
  // The development server answers without a policy.
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  css: { postcss: { plugins: [ownStyles] }, modules: { localsConvention: 'camelCaseOnly' } },
  // The bundle that prerenders pages runs outside the folder of the packages.
  ssr: { noExternal: true },
  build: {
    outDir,
    emptyOutDir: mode !== offlineMode,
    copyPublicDir: mode !== offlineMode,
    // A `data:` address would need a hole in the content policy, and drawings do not belong in scripts.
    assetsInlineLimit: 0,
    target: 'es2022',
    // The first versions with `light-dark()`, which must stay as it is: an area chooses its scheme.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: !isSsrBuild && mode !== offlineMode,
    rolldownOptions: isSsrBuild
      ? {}
      : mode === offlineMode
        ? { input: join(root, 'offline.html'), output: { codeSplitting: false } }
        : {
            output: {
              codeSplitting: {
                groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
              },
            },
          },
  },
}))
