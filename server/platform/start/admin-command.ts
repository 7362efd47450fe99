/** How an operator of this installation writes a command: the service, the image and `npm start` each have another way. */
export const adminCommand = (words: string): string => `${process.env.PIAZZA_ADMIN || 'npm run admin --'} ${words}`
