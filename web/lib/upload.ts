import { askAsMember } from '#web/lib/member-api.ts'

/** Sends a picture and gets its address, which comes bare or as JSON. */
export const uploadPicture = async (file: File): Promise<string> => {
  const body = new FormData()
  body.append('image', file)
  const answer = await (await askAsMember('/api/uploads/s3', { method: 'POST', body })).text()
  return answer.startsWith('"') ? JSON.parse(answer) : answer
}
