import { spawnSync } from 'node:child_process'

/** Tells systemd (`Type=notify`) how far the process is. Through its own program: Node has no Unix datagram sockets. */
export const tellServiceManager = (state: 'READY=1' | 'STOPPING=1'): void => {
  if (process.env.NOTIFY_SOCKET) spawnSync('systemd-notify', [state], { stdio: 'ignore' })
}
