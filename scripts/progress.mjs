// Progress goes to stderr; stdout is left to the command's own output.
export const print = (text) => process.stderr.write(text)

export function duration(ms) {
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1).replace('.', ',')} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`
}

/** Prints one line per step; the output of the step itself is shown only when it fails. */
export async function step(label, work) {
  print(`${label}… `)
  const start = performance.now()
  const { code, output } = await work()
  if (code === 0) {
    print(`fatto in ${duration(performance.now() - start)}\n`)
    return
  }
  print(`non riuscito.\n\n${output.trimEnd()}\n`)
  process.exit(code)
}
