import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Kept out of the chunks that every page loads: only pages with a combobox or tags need it.
const COMBOBOX =
  /node_modules\/(downshift|compute-scroll-into-view|prop-types|react-is)\/|\/web\/ui\/form\/(combobox|tags-field|use-suggestions)/

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // What people are sent names its classes as shortly as it can.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  // The pages' policy admits fonts and pictures as files only.
  // One small sheet for all pages: a phone asks once.
  build: { assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // A phone takes longer to ask for thirty small files than to read two.
            advancedChunks: {
              groups: [
                { name: 'framework', test: (id) => /node_modules/.test(id) && !COMBOBOX.test(id), minShareCount: 2 },
                { name: 'shared', test: (id) => /\/(web|domain)\//.test(id) && !COMBOBOX.test(id), minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './web/ssr.ts' } },
      // Bundled whole, React is the production one whatever NODE_ENV says, and loads faster.
      ...(command === 'build' && { resolve: { noExternal: true } }),
    },
  },
}))
