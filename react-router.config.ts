import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './web/build/precompress.ts'

export default {
  appDirectory: 'web',
  // Set by scripts/build.mjs.
  buildDirectory: process.env.BUILD_FOLDER ?? 'build/unused',
  serverBuildFile: 'ssr.js',
  // Few routes: all of them in one cached file beats a question to the server at each link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
