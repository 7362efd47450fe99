import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // The pages' policy admits fonts and pictures as files only.
  // One small sheet for all pages: a phone asks once.
  build: { assetsInlineLimit: 0, cssCodeSplit: false, reportCompressedSize: false },
  environments: {
    ssr: {
      build: { rollupOptions: { input: './web/ssr.ts' } },
      // Bundled whole, React is the production one whatever NODE_ENV says, and loads faster.
      ...(command === 'build' && { resolve: { noExternal: true } }),
    },
  },
}))
