import { execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, vi } from 'vitest'
import { probeImap } from '#server/talk/inbound/imap.ts'
import { freePort } from '#test/program.ts'

// Debian's Postfix and Dovecot with settings of their own, on loopback; stopped when the test ends. They need root.

export const POSTFIX = '/usr/sbin/postfix'
export const DOVECOT = '/usr/sbin/dovecot'
const run = promisify(execFile)
const NOBODY = 65534
export const PASSWORD = 'segreto'

const aFolder = async (): Promise<string> => {
  // Not below a folder that only its owner may enter.
  const folder = await mkdtemp('/var/tmp/piazza-mail-servers-')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o755)
  return folder
}

/** A folder for a socket: its group is that of the socket, and may deliver there. */
export const aFolderForPostfix = async (): Promise<string> => {
  const folder = await aFolder()
  const { stdout } = await run('id', ['-g', 'postfix'])
  await chown(folder, 0, Number(stdout))
  await chmod(folder, 0o2750)
  return folder
}

/** Accepts mails over SMTP and delivers them over LMTP, also again after a refusal. */
export const aPostfix = async ({ deliverTo }: { deliverTo: string }) => {
  const folder = await aFolder()
  const config = join(folder, 'etc')
  const port = await freePort()
  for (const name of ['etc', 'queue', 'data']) await mkdir(join(folder, name))
  const { stdout } = await run('id', ['-u', 'postfix'])
  await chown(join(folder, 'data'), Number(stdout), NOBODY)
  const settings = [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'mail_owner = postfix',
    'setgid_group = postdrop',
    'myhostname = mx.piazza.example',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'alias_maps =',
    'recipient_delimiter = +',
    'virtual_mailbox_domains = piazza.example, localhost.example',
    `virtual_transport = lmtp:${deliverTo}`,
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    'minimal_backoff_time = 1s',
    'maximal_backoff_time = 2s',
    'queue_run_delay = 1s',
    'default_destination_concurrency_failed_cohort_limit = 0',
    'message_size_limit = 40000000',
    'virtual_mailbox_limit = 0',
    `maillog_file = ${folder}/log`,
    `maillog_file_prefixes = ${folder}`,
  ]
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 1 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'retry unix - - n - - error',
    'error unix - - n - - error',
    'lmtp unix - - n - - lmtp',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  await writeFile(join(config, 'main.cf'), `${settings.join('\n')}\n`)
  await writeFile(join(config, 'master.cf'), `${services.join('\n')}\n`)
  await run(POSTFIX, ['-c', config, 'start'])
  onTestFinished(async () => {
    await run(POSTFIX, ['-c', config, 'stop'])
  })
  return { url: `smtp://127.0.0.1:${port}` }
}

/** A mailbox that receives over LMTP and is read over IMAP. */
export const aDovecot = async () => {
  const folder = await aFolder()
  const [imap, lmtp] = [await freePort(), await freePort()]
  await mkdir(join(folder, 'mail'))
  await chown(join(folder, 'mail'), NOBODY, NOBODY)
  const config = join(folder, 'dovecot.conf')
  await writeFile(
    config,
    `base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
mail_location = maildir:${folder}/mail/%n
mail_uid = ${NOBODY}
mail_gid = ${NOBODY}
first_valid_uid = 1
first_valid_gid = 1
recipient_delimiter = +
lmtp_rcpt_check_quota = no
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail/%n allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtp}
  }
}
service anvil {
  chroot =
}
`,
  )
  const start = async () => {
    const child = spawn(DOVECOT, ['-F', '-c', config], { stdio: 'inherit' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await vi.waitFor(() => probeImap(new URL(url)), { timeout: 50_000 })
    return async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  const url = `imap://risposte:${PASSWORD}@127.0.0.1:${imap}/INBOX`
  let stop = await start()
  onTestFinished(() => stop())
  return {
    url,
    deliverTo: `inet:127.0.0.1:${lmtp}`,
    async restart() {
      await stop()
      stop = await start()
    },
  }
}
