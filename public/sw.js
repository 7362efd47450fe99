// Shows notifications, for members who asked for them on this device. It handles no requests: pages always come from the server.
self.addEventListener('push', (event) => {
  event.waitUntil(
    self.registration.showNotification('Piazza', {
      body: 'C’è una novità per te.',
      icon: '/icon-192.png',
      tag: 'avvisi',
      lang: 'it',
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const show = async () => {
    const [open] = await self.clients.matchAll({ type: 'window' })
    if (!open) return self.clients.openWindow('/avvisi')
    await open.focus()
    return open.navigate('/avvisi')
  }
  event.waitUntil(show())
})
