// What condensing and answers took.

// ConversationUsage
export const theWholeConversation = 'The whole conversation'
export const modelCalls = 'Model calls'
export const tokensIn = 'Tokens in'
export const tokensOut = 'Tokens out'
export const time = 'Time'
export const costOfAnswers = 'Cost of answers'
export const costOfCondensing = 'Cost of condensing'
export const unpriced = (calls: string): string => `Prices are unknown for ${calls}, so the cost leaves them out.`

// CostChart
export const costSaved = 'Cost saved'
export const afterCacheEffects = 'after cache effects and summary cost'
export const savedSoFar = (value: string | number): string => `Saved so far: ${value}.`

// ReceiptDetails
export const trigger = 'Trigger'
export const foldedKept = 'Folded, kept'
export const checks = 'Checks'
export const allPassed = 'all passed'
export const passedRepaired = (repaired: string | number): string => `passed, ${repaired} repaired`
export const wasPrepared = (durationMs: string | number): string => `${durationMs}, prepared in advance`
export const costOf = (model: string | number): string => `Cost, ${model}`
export const netSaving = 'Net saving'
export const receiptNumber = (number: string | number): string => `Receipt ${number}`

// ReceiptsPanel
export const downloadReceipts = 'Download receipts'
export const closeReceipts = 'Close receipts'
export const receiptsHint = 'Condensing leaves a receipt each time: what it cost, kept and saved.'
export const tokensSaved = 'tokens saved'
export const savedNet = 'net saving'
export const retained = 'retained'

// TokenChart
export const tokensByMessage = 'Tokens, by message'
export const youSee = 'you see'
export const modelSees = 'model sees'
export const growth = (whole: string | number, after: string | number): string =>
  `The whole conversation grew to ${whole} tokens; the model reads ${after}.`
export const oneReceipt = 'receipt'
export const tokens = (tokens: string | number): string => `${tokens} tokens`
export const ofTheWindow = (value: string | number): string => `${value} of the window`
