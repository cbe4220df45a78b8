export const o200k: string
