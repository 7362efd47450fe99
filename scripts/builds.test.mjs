import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { builtPages } from '../server/platform/http/page-sources.ts'
import { currentBuild, finishBuild, startBuild } from './builds.mjs'

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-builds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What the build of a version leaves: an asset whose name has a hash, a public file, and the pages. */
const write = (folder, version) => {
  for (const part of ['client/assets', 'server']) mkdirSync(join(folder, part), { recursive: true })
  const script = `version(${version})`
  writeFileSync(join(folder, 'client', 'assets', `page-${version}.js`), script)
  writeFileSync(join(folder, 'client', 'assets', `page-${version}.js.br`), brotliCompressSync(script))
  writeFileSync(join(folder, 'client', 'robots.txt'), script)
  writeFileSync(join(folder, 'server', 'ssr.js'), `export const routeIds = ['version ${version}']`)
}
const publish = (builds, version, previous) => {
  write(startBuild(builds), version)
  finishBuild(builds, `build-${version}`, previous)
}

const serve = async (builds) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const pages = await builtPages(app, pathToFileURL(`${builds}/`))
  const get = async (url) => {
    const { statusCode, body } = await app.inject({ url, headers: { 'accept-encoding': 'identity' } })
    return statusCode === 200 ? body : statusCode
  }
  return { app, get, version: async () => (await pages.load()).routeIds[0] }
}

test('a running server keeps its pages and assets while the next version is built, and the next one serves both', async () => {
  const builds = await aFolder()
  publish(builds, 1)
  const old = await serve(builds)
  write(startBuild(builds), 2)
  expect([await old.get('/assets/page-1.js'), await old.get('/robots.txt')]).toEqual(['version(1)', 'version(1)'])
  expect(await (await serve(builds)).version()).toBe('version 1')
  finishBuild(builds, 'build-2')

  const next = await serve(builds)
  expect(await next.version()).toBe('version 2')
  expect([await next.get('/assets/page-1.js'), await next.get('/assets/page-2.js')]).toEqual([
    'version(1)',
    'version(2)',
  ])
  const compressed = await next.app.inject({ url: '/assets/page-1.js', headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(await old.version()).toBe('version 1')
  expect([await old.get('/assets/page-1.js'), await old.get('/robots.txt')]).toEqual(['version(1)', 'version(1)'])
  expect(await old.get('/assets/page-2.js')).toBe(404)
})

test('old builds are deleted, except those that a process may still serve', async () => {
  const builds = await aFolder()
  for (const version of [1, 2, 3, 4, 5]) {
    publish(builds, version)
    // Folders that are written within a few milliseconds can have the same time.
    utimesSync(join(builds, `build-${version}`), version, version)
  }
  expect(currentBuild(builds)).toBe('build-5')
  expect(readdirSync(builds).sort()).toEqual(['build-3', 'build-4', 'build-5', 'current'])
  const { get } = await serve(builds)
  expect([await get('/assets/page-4.js'), await get('/assets/page-3.js')]).toEqual(['version(4)', 404])
})

test('a build in another checkout takes the assets of the version that runs', async () => {
  const [before, after] = [await aFolder(), await aFolder()]
  publish(before, 1)
  publish(after, 2, before)
  const { get } = await serve(after)
  expect([await get('/assets/page-1.js'), await get('/assets/page-2.js')]).toEqual(['version(1)', 'version(2)'])
})

test('an interrupted build leaves the newest complete one', async () => {
  const builds = await aFolder()
  expect(currentBuild(builds)).toBeUndefined()
  publish(builds, 1)
  mkdirSync(join(startBuild(builds), 'client'))
  expect(currentBuild(builds)).toBe('build-1')
  publish(builds, 2)
  expect(currentBuild(builds)).toBe('build-2')
})
