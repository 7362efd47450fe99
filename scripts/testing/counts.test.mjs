import { expect, test } from 'vitest'
import {
  closingLine,
  forgeCounts,
  forgeFailures,
  oneCheck,
  playwrightCounts,
  playwrightFailures,
  vitestCounts,
  vitestFailures,
} from './counts.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })

test('a file that cannot be loaded counts as a failure', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'skipped', 'todo'), file('failed')] }
  expect(vitestCounts(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
})

test('a failed test counts once', () => {
  expect(vitestCounts({ testResults: [file('failed', 'passed', 'failed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

test('a non-zero exit code counts as a failure, even when every test passed', () => {
  expect(vitestCounts({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  expect(playwrightCounts({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }, 1).failed).toBe(1)
  expect(forgeCounts({}, 1).failed).toBe(1)
})

test('browser tests are counted from the statistics', () => {
  const stats = { expected: 5, unexpected: 2, flaky: 0, skipped: 1 }
  expect(playwrightCounts({ stats }, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 })
})

test('failed tests and files that cannot be loaded are listed with name and reason', () => {
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['expected 3'] }
  const report = {
    testResults: [
      { name: 'sums.test.ts', message: '', assertionResults: [failed, { status: 'passed', fullName: 'counts' }] },
      { name: 'lost.test.ts', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report)).toBe('sums.test.ts > adds up\nexpected 3\n\nlost.test.ts\nno such module\n')
})

test('a failed browser test is listed with its project and reason', () => {
  const tests = [{ projectName: 'phone', results: [{ errors: [{ message: 'not visible' }] }] }]
  const specs = [
    { title: 'joins', ok: false, tests },
    { title: 'reads', ok: true, tests: [] },
  ]
  expect(playwrightFailures({ suites: [{ file: 'join.spec.ts', suites: [{ file: 'join.spec.ts', specs }] }] })).toBe(
    'join.spec.ts > joins\n[phone] not visible\n',
  )
})

test('token tests are counted, and a failure is listed with its reason', () => {
  const report = {
    'test/Val.t.sol:ValTest': {
      test_results: { 'testMint()': { status: 'Success' }, 'testBurn()': { status: 'Failure', reason: 'off by one' } },
    },
  }
  expect(forgeCounts(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(forgeFailures(report)).toBe('test/Val.t.sol:ValTest testBurn(): off by one\n')
})

test('the closing line names skipped tests only when there are any', () => {
  expect(closingLine(oneCheck(0))).toBe('1 passed, 0 failed')
  expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped')
})
