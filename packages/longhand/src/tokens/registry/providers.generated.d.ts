export const providersJson: string
