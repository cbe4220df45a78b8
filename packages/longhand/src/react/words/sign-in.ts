// Signing in.

// SignInScreen
export const signIn = 'Sign in'
export const tokenOrAddress = 'Token or address'
export const tokenHint = 'The token that your identity provider gave you, or the address that the server printed.'

// signed-in-fetch
export const thisBrowserIsNotSigned = 'This browser is not signed in.'
