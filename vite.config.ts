import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Kept out of the chunks that every page loads: only pages with a combobox, tags or a QR code need it.
const RARE =
  /node_modules\/(downshift|compute-scroll-into-view|prop-types|react-is|uqr)\/|\/web\/ui\/form\/(combobox|tags-field|use-suggestions)/

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Whether the home page, which most people open first, loads the module: the page or the root imports it, directly or not. */
const isOnHome = (id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (seen.has(id) || /node_modules/.test(id)) return false
  seen.add(id)
  if (/\/web\/(root|pages\/home)\.tsx/.test(id)) return true
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => isOnHome(importer, modules, seen))
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Short class names in production.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  // React's production build whatever NODE_ENV says when the server runs.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // The CSP admits no data: URLs for fonts and pictures; one style sheet for all pages is a single request.
  build: { assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // A few shared chunks load faster on phones than thirty small ones.
            codeSplitting: {
              groups: [
                // First in the style sheet, so that pages can override it.
                { name: 'ui-styles', test: /\/web\/ui\/.+\.module\.css/ },
                { name: 'framework', test: (id) => /node_modules/.test(id) && !RARE.test(id), minShareCount: 2 },
                { name: (id, modules) => (isOnHome(id, modules) ? 'home' : null), debugName: 'home', minShareCount: 2 },
                { name: 'shared', test: (id) => /\/(web|domain)\//.test(id) && !RARE.test(id), minShareCount: 5 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './web/ssr.ts' } },
      // Bundled whole: it starts faster.
      ...(command === 'build' && { resolve: { noExternal: true } }),
    },
  },
}))
