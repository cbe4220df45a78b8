// Code and diagrams in answers.

// CodeBlock
export const copyCode = 'Copy code'

// Diagram
export const theDiagramCannotBeDrawn = 'The diagram cannot be drawn:'
export const source = 'Source'
export const copyTheSource = 'Copy the source'
export const diagram = 'Diagram. Source shows it as text.'
