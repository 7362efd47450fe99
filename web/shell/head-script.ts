import { CONSENT_COOKIE } from '#domain/accounts/consent.ts'

/**
 * Runs before the first paint: sets the viewer's roles, username and cookie consent on <html>, so that the layout does
 * not shift when React hydrates. Duplicates `viewerRoles` in ES5; a test compares the two.
 *
 * Errors get no stack until the scripts are loaded (entry.client.tsx): React creates some while it loads, and for their
 * stacks Chrome parses React a second time, which takes two thirds of the time that loading blocks the page.
 */
export const HEAD_SCRIPT = `delete Error.stackTraceLimit;(function(d,v,u){try{u=JSON.parse(localStorage.getItem("userInfo"))}catch(e){}
v="visitor";if(u&&u.token){v="member";if(u.verified){v+=" verified";if(u.isSeller)v+=" seller";if(u.hasAd)v+=" contact"}if(u.isAdmin)v+=" admin";
d.style.setProperty("--username",JSON.stringify(""+(u.username||"")))}
d.dataset.viewer=v;d.dataset.consent=/(?:^|; )${CONSENT_COOKIE}=(?:yes|no)(?:;|$)/.test(document.cookie)?"given":"wanted"
})(document.documentElement)`
