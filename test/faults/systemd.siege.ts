import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debianTree, guided, type Machine, obstacle, ROOT, startMachine } from '#test/faults/debian-machine.ts'

// The shipped unit and piazza-admin under the systemd of Debian 12.

const why = obstacle()
if (why) process.stderr.write(`L’unità di systemd non si prova: ${why}.\n`)

const SETTINGS = {
  PUBLIC_URL: 'https://piazza.example.org',
  SMTP_URL: 'none',
  AUTH_SECRET: 'a "first" secret with # and $HOME, long enough',
  WALLET_SECRET: 'a "second" secret with # and $HOME, long enough',
  ADMIN_EMAIL: 'ada@esempio.test',
  ADMIN_PASSWORD: 'una-password-lunga',
}
const PORT_3000 = '0BB8'

const folder = mkdtempSync(join(tmpdir(), 'piazza-nodes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The Node of a major version: the installed one, the project's, or the one of the npm registry; undefined without. */
const nodeOf = (major: number): string | undefined => {
  const arch = process.arch
  const installed = [
    execFileSync('sh', ['-c', 'command -v node'], { encoding: 'utf8' }).trim(),
    join(ROOT, 'node_modules', `node-linux-${arch}`, 'bin', 'node'),
  ].find((path) => execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`))
  if (installed) return installed
  try {
    const args = ['install', '--no-save', '--prefix', folder, `node-linux-${arch}@${major}`]
    execFileSync('npm', args, { stdio: 'ignore' })
    return join(folder, 'node_modules', `node-linux-${arch}`, 'bin', 'node')
  } catch {
    return undefined
  }
}

describe.skipIf(why !== undefined)('a machine with systemd', () => {
  const nodes = new Map([20, 22, 24].map((major) => [major, nodeOf(major)]))
  const binds = [...nodes].flatMap(([major, path]): [string, string][] => (path ? [[path, `/opt/node-${major}`]] : []))
  let machine: Machine
  let tree = ''
  let removeTree: () => Promise<void> = async () => undefined
  /** Steps 3 to 5 of docs/operating.md. */
  const prepare = async (target: Machine) => {
    const settings = Object.entries(SETTINGS).map(
      ([name, value]) => `${name}=${JSON.stringify(value).replaceAll('\\"', '\\"')}`,
    )
    await target.run(`
      useradd --system --home-dir /var/lib/piazza --shell /usr/sbin/nologin piazza
      install -m 600 /dev/null /etc/piazza.env
      cat > /etc/piazza.env <<'END'
${settings.join('\n')}
END`)
    await target.run(guided('operating.md', '5. The unit'))
  }
  beforeAll(async () => {
    const made = await debianTree()
    ;({ tree, remove: removeTree } = made)
    machine = await startMachine(tree, binds)
    // Its ports would be seen beside those of Piazza.
    await machine.run('systemctl stop etcd')
    await prepare(machine)
    await machine.run('cp /opt/piazza/deploy/piazza@.service /etc/systemd/system/ && systemctl daemon-reload')
  })
  afterAll(async () => {
    await machine?.stop()
    await removeTree()
  })
  const installNode = (major: number, target = machine) => target.run(`ln -sf /opt/node-${major} /usr/local/bin/node`)
  const property = async (name: string, unit = 'piazza') =>
    (await machine.run(`systemctl show ${unit} -p ${name} --value`)).trim()
  const start = async (unit = 'piazza') => {
    const { code, said } = await machine.attempt(
      `systemctl reset-failed ${unit} 2>/dev/null; systemctl start ${unit} || journalctl -u ${unit} -n 20 -o cat`,
    )
    if (code !== 0 || said) throw new Error(`${unit} does not start: ${said}`)
  }
  const setting = (line: string) => machine.run(`echo '${line}' >> /etc/piazza.env`)
  const unset = (name: string) => machine.run(`sed -i '/^${name}=/d' /etc/piazza.env`)

  test.each([20, 22, 24])(
    'with Node %i the unit starts, is ready when systemd says so, and stops cleanly',
    async (major) => {
      if (!nodes.get(major)) {
        process.stderr.write(`Node ${major} non si può avere qui.\n`)
        return
      }
      await installNode(major)
      await start()
      expect(await machine.run('curl -s http://127.0.0.1:3000/readyz')).toBe('{"status":"ok"}')
      await machine.run('systemctl stop piazza')
      expect([await property('Result'), await property('ExecMainStatus')]).toEqual(['success', '0'])
      // Also of a second start, whose jobs begin while the chain still starts.
      expect(await machine.run('journalctl -u piazza -o cat')).not.toMatch(/^ +at |"stack"/m)
    },
  )

  test('no other user reaches the chain: it is in a network of its own, and its socket in a private folder', async () => {
    await installNode(20)
    await start()
    const listening = await machine.run('cat /proc/net/tcp /proc/net/tcp6 | awk \'$4 == "0A" { print $2 }\'')
    expect(listening.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`:${PORT_3000}$`))])
    await expect.poll(async () => (await machine.attempt('pgrep -x anvil')).code).toBe(0)
    const nets = await machine.run('readlink /proc/1/ns/net /proc/$(pgrep -x anvil)/ns/net')
    expect(new Set(nets.trim().split('\n')).size).toBe(2)
    const asNobody = (command: string) => machine.attempt(`runuser -u nobody -- ${command}`)
    expect((await asNobody('ls /var/lib/piazza')).said).toContain('Permission denied')
    expect((await asNobody('nsenter -t $(pgrep -x anvil) -n true')).code).not.toBe(0)
  })

  test('piazza-admin works beside the service and writes a copy where root may, which it can check', async () => {
    await installNode(20)
    await start()
    await machine.run('mkdir -p /root/copies')
    const made = await machine.run('cd /root/copies && piazza-admin backup piazza.tar.gz')
    expect(made).toMatch(/Copiato da \/var\/lib\/piazza: persone iscritte 1, annunci 0/)
    expect(await machine.run('stat -c "%a %U" /root/copies/piazza.tar.gz')).toBe('600 root\n')
    const checked = await machine.run('piazza-admin backup --verify /root/copies/piazza.tar.gz')
    expect(checked).toMatch(/un portafoglio, con i saldi del database[\s\S]+La copia è buona/)
    await machine.run('systemctl start piazza-verify')
    expect(await machine.run('journalctl -t piazza-verify -o cat')).toContain('Non c’è ancora una copia')
    await machine.run('install -d -o piazza -g piazza -m 700 /var/lib/piazza/backups')
    await machine.run('cp /root/copies/piazza.tar.gz /var/lib/piazza/backups/piazza-2026-01-01.tar.gz')
    await machine.run('systemctl start piazza-verify')
    expect(await machine.run('journalctl -t piazza-verify -o cat')).toContain('La copia è buona.')
    expect(await machine.run('piazza-admin doctor || true')).toMatch(
      /^bene {4}Isolamento: la rete interna dei VAL che gira/m,
    )
    // On the same machine, as the guide says.
    await machine.run('cp /root/copies/piazza.tar.gz /root/piazza.tar.gz')
    await machine.run(guided('operating.md', '**Restore on the same machine**'))
    expect(await machine.run('piazza-admin holders')).toContain('8.000.000,00 VAL')
    await machine.run('systemctl stop piazza')
  })

  test('on a new machine the guide alone restores a copy', async () => {
    const copies = join(folder, 'copies')
    mkdirSync(copies)
    const copy = await machine.run('base64 -w 0 /root/copies/piazza.tar.gz')
    writeFileSync(join(copies, 'piazza.tar.gz'), Buffer.from(copy, 'base64'))
    const other = await startMachine(tree, [...binds, [copies, '/mnt']])
    try {
      await installNode(20, other)
      await prepare(other)
      await other.run('cp /mnt/piazza.tar.gz /root/')
      await other.run(guided('operating.md', '**Restore on a new machine**'))
      expect(await other.run('curl -s http://127.0.0.1:3000/readyz')).toBe('{"status":"ok"}')
      expect(await other.run('piazza-admin holders')).toContain('8.000.000,00 VAL')
      expect(await other.run('systemctl is-active piazza-verify.timer')).toBe('active\n')
    } finally {
      await other.stop()
    }
  })

  test('Debian’s own Node is refused in one line, and the unit is not started again', async () => {
    await machine.run('systemctl stop piazza; systemctl reset-failed piazza || true; rm -f /usr/local/bin/node')
    expect((await machine.attempt('systemctl start piazza')).code).not.toBe(0)
    expect([await property('ExecMainStatus'), await property('NRestarts')]).toEqual(['78', '0'])
    expect(await machine.run('journalctl -u piazza -t piazza -o cat -n 1')).toMatch(
      /^Serve Node 20\.19 [^\n]+ 18\.[^\n]+\n$/,
    )
  })

  test('the firewall of the guide lets in what it names only', async () => {
    await machine.run(guided('operating.md', '10. Firewall').replace('apt-get install ufw', 'true'))
    const rules = await machine.run('ufw status verbose')
    expect(rules).toMatch(/Status: active[\s\S]+deny \(incoming\)/)
    expect(rules.match(/^\d+\/tcp(?= +ALLOW)/gm)).toEqual(['22/tcp', '80/tcp', '443/tcp'])
    await machine.run('ufw --force disable')
  })

  test('etcd, which Debian has started alone, follows the cluster’s settings after the commands of the guide', async () => {
    const own = `sed 's/10.0.0.1/127.0.0.1/g; s/,two=.*//' /opt/piazza/deploy/cluster/etcd.env > /etc/default/etcd`
    await machine.run('systemctl start etcd')
    await machine.run(guided('scaling.md', 'the other two: each database'))
    await machine.run(`${own} && systemctl start etcd`)
    const members = await machine.run('ETCDCTL_API=3 etcdctl --endpoints http://127.0.0.1:2379 member list')
    expect(members).toMatch(/, started, one, http:\/\/127\.0\.0\.1:2380,/)
    await machine.run('systemctl stop etcd')
  })

  test('a wrong setting stops the unit with one line and exit 78, and it is not started again', async () => {
    await installNode(20)
    await machine.run('systemctl stop piazza')
    await setting('PORT=tremila')
    expect((await machine.attempt('systemctl start piazza')).code).not.toBe(0)
    expect([await property('ExecMainStatus'), await property('NRestarts'), await property('ActiveState')]).toEqual([
      '78',
      '0',
      'failed',
    ])
    const log = await machine.run('journalctl -u piazza -t piazza -o cat -n 1')
    expect(log).toMatch(/^Impostazione PORT non valida: [^\n]+\n$/)
    await unset('PORT')
  })

  test('where the chain cannot be isolated the start stops with one line, unless an operator accepts it', async () => {
    await installNode(20)
    await machine.run(`systemctl stop piazza; mkdir -p /etc/systemd/system/piazza.service.d
      printf '[Service]\\nRestrictNamespaces=yes\\n' > /etc/systemd/system/piazza.service.d/closed.conf
      systemctl daemon-reload`)
    expect((await machine.attempt('systemctl start piazza')).code).not.toBe(0)
    expect(await property('ExecMainStatus')).toBe('78')
    expect(await machine.run('journalctl -u piazza -t piazza -o cat -n 1')).toContain('non si può isolare')
    await setting('CHAIN_ISOLATION=off')
    await start()
    await machine.run('systemctl stop piazza')
  })

  test('a second Piazza on the machine has settings, port and data of its own', async () => {
    await installNode(20)
    await machine.run(`install -d /etc/piazza && (cat /etc/piazza.env; echo PORT=3001) > /etc/piazza/two.env`)
    await start('piazza@two')
    expect(await machine.run('curl -s http://127.0.0.1:3001/readyz')).toBe('{"status":"ok"}')
    expect(await machine.run('piazza-admin @two holders')).toContain('tesoreria')
    expect((await machine.attempt('piazza-admin @two mint')).said).toContain('Uso: piazza-admin @two mint')
    // Neither has a folder inside that of the other.
    await start()
    await machine.run('systemctl restart piazza')
    expect(await machine.run('ls -d /run/piazza /run/piazza-two')).toBe('/run/piazza\n/run/piazza-two\n')
    await machine.run('systemctl stop piazza')
    await machine.run('test -d /run/piazza-two')
    await machine.run('systemctl stop piazza@two && test -d /var/lib/piazza-two/database')
  })
})
