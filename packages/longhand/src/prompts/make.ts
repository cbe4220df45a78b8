// Writes own-templates.generated.js from the templates beside this file:
// npx node packages/longhand/src/prompts/make.ts
import { readFileSync, writeFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import type { Template } from './template.ts'

/** Our prompts as data, with their partials in their places. */
export const makeTemplates = (): Readonly<Record<'system' | 'request' | 'warm', Template>> => ({
  system: templateOf('system'),
  request: templateOf('request'),
  warm: templateOf('warm'),
})

const templateOf = (name: string): Template =>
  piecesOf(Handlebars.parse(readFileSync(new URL(`${name}.hbs`, import.meta.url), 'utf8')))

const piecesOf = ({ body }: hbs.AST.Program): Template => joined(body.flatMap(pieceOf))

function pieceOf(statement: hbs.AST.Statement): Template {
  if (statement.type === 'ContentStatement') return [(statement as hbs.AST.ContentStatement).value]
  if (statement.type === 'MustacheStatement') return [{ word: nameIn((statement as hbs.AST.MustacheStatement).path) }]
  if (statement.type === 'PartialStatement') return templateOf(nameIn((statement as hbs.AST.PartialStatement).name))
  if (statement.type === 'BlockStatement') return [choiceOf(statement as hbs.AST.BlockStatement)]
  throw new Error(`A prompt of ours cannot hold a ${statement.type}.`)
}

function choiceOf({ path, params, program, inverse }: hbs.AST.BlockStatement): Template[number] {
  const when = nameIn(params[0]!)
  const branches = [piecesOf(program), inverse ? piecesOf(inverse) : []] as const
  const name = nameIn(path)
  if (name === 'if') return { when, shown: branches[0], otherwise: branches[1] }
  if (name === 'unless') return { when, shown: branches[1], otherwise: branches[0] }
  throw new Error(`A prompt of ours cannot ask for ${name}: only if and unless.`)
}

const nameIn = (expression: hbs.AST.Expression | hbs.AST.Literal): string =>
  (expression as hbs.AST.PathExpression).original

/** Texts that follow one another are one. */
function joined(pieces: Template): Template {
  const texts: Template[number][] = []
  for (const piece of pieces) {
    const last = texts.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') texts[texts.length - 1] = last + piece
    else if (piece !== '') texts.push(piece)
  }
  return texts
}

if (import.meta.main)
  writeFileSync(
    new URL('own-templates.generated.js', import.meta.url),
    `// Made by make.ts from the templates beside it.\nexport const ownTemplates = ${JSON.stringify(makeTemplates(), null, 2)}\n`,
  )
