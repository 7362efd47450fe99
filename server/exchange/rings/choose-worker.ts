import { parentPort } from 'node:worker_threads'
import loadHighs from 'highs'

// Solves integer programs, one after the other, and posts back the indices of the variables that are 1.
const highs = await loadHighs()

const solve = (program: string): number[] => {
  const { Columns } = highs.solve(program, { output_flag: false, mip_rel_gap: 0 })
  const chosen = Object.entries(Columns).filter(([, column]) => 'Primal' in column && Number(column.Primal) > 0.5)
  return chosen.map(([name]) => Number(name.slice(1)))
}

parentPort?.on('message', (program: string) => parentPort?.postMessage(solve(program)))
parentPort?.postMessage('ready')
