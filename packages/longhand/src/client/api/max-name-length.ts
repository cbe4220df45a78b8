/** A name that people give, and what they search for, has at most so many characters. */
export const maxNameLength = 200
