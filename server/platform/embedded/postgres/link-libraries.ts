import { linkLibraries } from './programs.ts'

// Run by `npm run build`, because the service cannot write to its own code.
linkLibraries()
