import { existsSync } from 'node:fs'
import { runCaptured } from './run.mjs'

export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

export const aptGet = (...args) =>
  runCaptured(
    'apt-get',
    ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold', ...args],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
