/** A stretch of a branch by depth, both ends included. */
export type Span = { readonly from: number; readonly to: number }

export const contains = (span: Span, depth: number): boolean => depth >= span.from && depth <= span.to

export const overlaps = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to

export const covers = (outer: Span, inner: Span): boolean => outer.from <= inner.from && outer.to >= inner.to
