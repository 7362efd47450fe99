import { MESSAGES } from '#domain/errors.ts'
import { ApiError, UNREACHED } from '#web/lib/api.ts'
import { endSession } from '#web/lib/member-api.ts'
import { findUserInfo } from '#web/lib/session.ts'

type Options = { kind?: 'logo'; onProgress?: (percent: number) => void }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const messageIn = (answer: unknown): string =>
  answer && typeof answer === 'object' && 'message' in answer ? String(answer.message) : MESSAGES.internal

/** Sends a picture and gets its address, which comes bare or as JSON. A `fetch` would not tell how far it has got. */
export const uploadPicture = (picture: Blob, { kind, onProgress }: Options = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const body = new FormData()
    if (kind) body.append('kind', kind)
    body.append('image', picture)
    const request = new XMLHttpRequest()
    request.open('POST', '/api/uploads/s3')
    request.setRequestHeader('authorization', `Bearer ${findUserInfo()?.token ?? ''}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.round((loaded / total) * 100) : 0)
    request.onerror = () => reject(new ApiError(0, UNREACHED))
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status < 300) return resolve(String(answer))
      if (request.status === 401) return endSession()
      reject(new ApiError(request.status, messageIn(answer)))
    }
    request.send(body)
  })
