import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, CHROMIUM } from './e2e/browser.ts'

// Tests tagged @all are not part of `npm test`: they run with TESTS=all, as `npm run test:all` sets it.
const leftOut = process.env.TESTS === 'all' ? [] : [/@all/]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/template.ts',
  fullyParallel: true,
  // A browser and a server each keep the cores busy.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: BROWSER_FLAGS },
  },
  projects: [
    // A test runs on a phone instead of a desktop (@phone) or on both (@both) if it is about the layout or the use of phones.
    { name: 'desktop', grepInvert: [/@phone/, ...leftOut], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      grepInvert: leftOut,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})
