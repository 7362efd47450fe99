// Turns the JSON report of each test runner into { passed, failed, skipped }.
// A non-zero exit code counts as a failure even if the report has none.
const failedOnExitCode = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

export const oneCheck = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

export function vitestCounts(report, code) {
  const files = report.testResults.map(({ status, assertionResults }) => {
    const count = (...wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length
    // A file that could not be loaded has no tests to report.
    const broken = status === 'failed' && count('failed') === 0 ? 1 : 0
    return { passed: count('passed'), failed: count('failed') + broken, skipped: count('pending', 'skipped', 'todo') }
  })
  return failedOnExitCode(files.reduce(add, none), code)
}

/** Names and messages of the failed tests only, to keep the output short. */
export const vitestFailures = (report) =>
  report.testResults
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return message ? [`${name}\n${message}\n`] : []
      return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}\n`)
    })
    .join('\n')

export const playwrightFailures = ({ errors = [], suites = [] }) =>
  [...errors.map(({ message }) => message), ...suites.flatMap(failuresOfSuite)].join('\n')

const failuresOfSuite = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => `${file} > ${title}\n${tests.flatMap(errorsOfTest).join('\n')}\n`),
  ...suites.flatMap(failuresOfSuite),
]

const errorsOfTest = ({ projectName, results }) =>
  results.flatMap(({ errors }) => errors.map(({ message }) => `[${projectName}] ${message}`))

export const playwrightCounts = ({ stats }, code) =>
  failedOnExitCode({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, code)

export function forgeCounts(report, code) {
  const results = forgeResults(report)
  const count = (status) => results.filter((test) => test.status === status).length
  return failedOnExitCode({ passed: count('Success'), failed: count('Failure'), skipped: count('Skipped') }, code)
}

export const forgeFailures = (report) =>
  forgeResults(report)
    .filter((test) => test.status === 'Failure')
    .map((test) => `${test.suite} ${test.name}: ${test.reason ?? 'senza motivo'}\n${counterexample(test)}`)
    .join('')

const forgeResults = (report) =>
  Object.entries(report).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([name, result]) => ({ suite, name, ...result })),
  )

const counterexample = (test) => (test.counterexample ? `  ${JSON.stringify(test.counterexample)}\n` : '')

export const none = { passed: 0, failed: 0, skipped: 0 }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The line that ends a run. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
