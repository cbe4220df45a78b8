/** So many tokens of words that mean nothing, in another order for each `from`: they must not look garbled. */
export function fillerText(tokens: number, from = 1): string {
  let at = from
  return Array.from({ length: tokens }, () => {
    at = (at * 48_271) % 2_147_483_647
    return vocabulary[at % vocabulary.length]
  }).join(' ')
}

/** Each is one token. */
const vocabulary = `
time year people way day man thing woman life child world school state family student group country problem hand
part place case week company system program question work government number night point home water room mother area
money story fact month lot right study book eye job word business issue side kind head house service friend father
power hour game line end member law car city community name president team minute idea body information back parent
face others level office door health person art war history party result change morning reason research girl guy
moment air teacher force education foot boy age policy music market sense nation plan college interest death
experience effect use class control field development role effort rate heart drug show leader light voice wife
police mind price report page son view relationship town road arm difference value building action season society
tax director position player record paper space ground form event official matter center couple site project
activity star table sea court oil situation cost industry figure street image phone data picture practice piece land
product doctor wall patient worker news test movie north love support technology step baby computer type attention
film tree source organization hair look century evidence window culture chance brother energy period course summer
plant opportunity term letter condition choice food south floor campaign material population economy hospital church
risk fire future bank west sport board subject officer rest behavior performance top
`
  .trim()
  .split(/\s+/)
