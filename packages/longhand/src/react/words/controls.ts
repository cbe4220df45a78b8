// Buttons, fields and questions that all screens use.

// ConfirmDeleteDialog
export const deleteQuestion = (name: string | number): string => `Delete “${name}”?`

// CopyButton
export const copied = 'Copied'

// NumberField
export const off = 'off'

// PercentField
export const inPerCent = (label: string | number): string => `${label}, in percent`
