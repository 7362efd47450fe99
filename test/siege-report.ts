import type { TestAnnotation, TestError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const lineOf = (test: TestCase): string => {
  const result = test.result()
  const { state } = result
  const mark = { passed: '  tiene   ', failed: '  ROTTA   ', skipped: '  saltata ', pending: '  saltata ' }[state]
  const notes = test
    .annotations()
    .filter(({ type }) => type !== 'progress')
    .map(({ message }) => `            ${message}\n`)
  if (state === 'skipped' && result.note) notes.push(`            ${result.note}\n`)
  return `${mark}${test.name} (${seconds(test.diagnostic()?.duration ?? 0)})\n${notes.join('')}`
}

const reasonOf = ({ diff, stack, message, cause }: TestError): string => {
  const behind = cause ? String((cause as Error).stack ?? cause) : ''
  return `\n${[diff, stack ?? message, behind].filter(Boolean).join('\n')}\n\n`
}

/** Prints each attack and fault test with its result and annotations. */
export default class SiegeReport implements Reporter {
  /** Long tests tell their figures while they run. */
  onTestCaseAnnotate(_test: TestCase, { type, message }: TestAnnotation): void {
    if (type === 'progress') process.stdout.write(`  …       ${message}\n`)
  }

  onTestModuleEnd(module: TestModule): void {
    process.stdout.write(`${module.relativeModuleId}\n`)
    for (const error of module.errors()) process.stdout.write(`  ROTTA   ${error.stack ?? error.message}\n`)
    for (const test of module.children.allTests()) {
      process.stdout.write(lineOf(test))
      for (const error of test.result().errors ?? []) process.stdout.write(reasonOf(error))
    }
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string; stack?: string }[]): void {
    for (const error of errors) process.stdout.write(`\n${error.stack ?? error.message}\n`)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    process.stdout.write(
      `\n${count('passed')} promesse tengono, ${count('failed')} rotte, ${count('skipped')} saltate\n`,
    )
  }
}
