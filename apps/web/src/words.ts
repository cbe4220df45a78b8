// What the page itself says, beside its screens.
export const longhand = 'Longhand'
export const cannotBeDrawn = 'It cannot be drawn.'
export const drawsDiagrams = 'Draws diagrams'
export const takesTooLong = 'It takes too long to draw.'
