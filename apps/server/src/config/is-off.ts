/** Whether a switch of the configuration is off; one that was left out is not. */
export const isOff = (value: boolean | 'on' | 'off' | undefined): boolean => value === false || value === 'off'
