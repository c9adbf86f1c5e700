/** Builds the web application into `dist/web`: hashed assets, each also compressed with brotli and gzip, and an index.html into which the server writes settings at every request. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { reduceContractForBrowsers } from './vite/contract-for-browsers.ts'
import { loadInParts } from './vite/load-in-parts.ts'
import { ownStyles } from './vite/own-styles.ts'
import { precompress } from './vite/precompress.ts'
import { preloadFonts } from './vite/preload-fonts.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The mode that builds the page for times without a connection (`scripts/build-steps/offline-page.ts`). */
const offlineMode = 'offline'

export default defineConfig(({ command, isSsrBuild, mode }) => {
  const isOffline = mode === offlineMode
  return {
    root,
    plugins: [
      reduceContractForBrowsers(),
      tailwind(),
      react(),
      // The bundle that prerenders pages (`src/app/start/prerender.tsx`) is only run by the build.
      !isSsrBuild && [
        preloadFonts(),
        !isOffline && loadInParts(join(root, 'src/app/start/load-in-parts.ts')),
        precompress(outDir),
      ],
    ],
    // The development server answers without a policy.
    html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
    css: { postcss: { plugins: [ownStyles] }, modules: { localsConvention: 'camelCaseOnly' } },
    // The bundle that prerenders pages runs outside the folder of the packages.
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: !isOffline,
      copyPublicDir: !isOffline,
      // A `data:` address would need a hole in the content policy, and drawings do not belong in scripts.
      assetsInlineLimit: 0,
      target: 'es2022',
      // The first versions with `light-dark()`, which must stay as it is: an area chooses its scheme.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      manifest: !isSsrBuild && !isOffline,
      rolldownOptions: isOffline
        ? { input: join(root, 'offline.html'), output: { codeSplitting: false } }
        : isSsrBuild
          ? {}
          : {
              output: {
                // One file for each route, and one for what half of them share (not the schemas of forms) instead of a hundred small ones.
                codeSplitting: { groups: [{ name: 'shared', minShareCount: 70 }] },
              },
            },
    },
  }
})
